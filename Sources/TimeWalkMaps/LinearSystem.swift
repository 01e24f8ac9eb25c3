/// A matrix by rows, for systems of some hundred unknowns.
struct Matrix {
  let rows, columns: Int
  var values: [Double]

  init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    values = Array(repeating: 0, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Double {
    get { values[row * columns + column] }
    set { values[row * columns + column] = newValue }
  }

  /// Solves `self · x = right` by LU decomposition with partial pivoting (Golub and Van Loan,
  /// "Matrix Computations", 3.4); `nil` for a matrix that is singular within rounding.
  ///
  /// `self` is square; `right` has as many rows, and as many columns as there are systems.
  func solved(for right: Matrix) -> Matrix? {
    var (left, right) = (self, right)
    let (n, m) = (columns, right.columns)
    let largest = values.reduce(0) { max($0, abs($1)) }
    let isSolved = left.values.withUnsafeMutableBufferPointer { a in
      right.values.withUnsafeMutableBufferPointer { b in
        for k in 0..<n {
          var pivot = k
          for row in k + 1..<max(n, k + 1) where abs(a[row * n + k]) > abs(a[pivot * n + k]) {
            pivot = row
          }
          // A NaN isn't a pivot, either.
          guard abs(a[pivot * n + k]) > 1e-13 * largest else { return false }
          if pivot != k {
            for column in k..<n { a.swapAt(k * n + column, pivot * n + column) }
            for column in 0..<m { b.swapAt(k * m + column, pivot * m + column) }
          }
          for row in k + 1..<max(n, k + 1) {
            let factor = a[row * n + k] / a[k * n + k]
            guard factor != 0 else { continue }
            for column in k + 1..<n { a[row * n + column] -= factor * a[k * n + column] }
            for column in 0..<m { b[row * m + column] -= factor * b[k * m + column] }
          }
        }
        for row in stride(from: n - 1, through: 0, by: -1) {
          for next in row + 1..<max(n, row + 1) {
            let factor = a[row * n + next]
            for column in 0..<m { b[row * m + column] -= factor * b[next * m + column] }
          }
          for column in 0..<m { b[row * m + column] /= a[row * n + row] }
        }
        return true
      }
    }
    return isSolved ? right : nil
  }
}

/// Least squares by Householder reflections, which lose no digits to squares as the normal
/// equations do (Golub and Van Loan, "Matrix Computations", 5.2 and 5.3).
///
/// LAPACK isn't worth a dependency for some ten unknowns.
struct LeastSquares {
  /// The unknowns: a row for each column of the matrix, a column for each right side.
  let solution: Matrix
  private let triangle: Matrix

  /// Finds the unknowns with the least squares; `nil` if they aren't determined.
  ///
  /// `matrix` has a row for each observation; `right` has the same number.
  init?(_ matrix: Matrix, _ right: Matrix) {
    var (a, b) = (matrix, right)
    let (n, terms) = (matrix.rows, matrix.columns)
    guard n >= terms else { return nil }
    for k in 0..<terms {
      let norm = (k..<n).reduce(0) { $0 + a[$1, k] * a[$1, k] }.squareRoot()
      // Sides are centred and scaled; a column that depends on others is then nearly 0.
      guard norm > LeastSquares.leastPivot else { return nil }
      let alpha = a[k, k] > 0 ? -norm : norm
      var mirror = (k..<n).map { a[$0, k] }
      mirror[0] -= alpha
      let square = mirror.reduce(0) { $0 + $1 * $1 }
      func reflect(_ target: inout Matrix, from first: Int) {
        for column in first..<target.columns {
          let share = 2 / square * (k..<n).reduce(0) { $0 + mirror[$1 - k] * target[$1, column] }
          for row in k..<n { target[row, column] -= share * mirror[row - k] }
        }
      }
      reflect(&a, from: k)
      reflect(&b, from: 0)
    }
    var solution = Matrix(rows: terms, columns: b.columns)
    for column in 0..<b.columns {
      for row in stride(from: terms - 1, through: 0, by: -1) {
        let known = (row + 1..<terms).reduce(0) { $0 + a[row, $1] * solution[$1, column] }
        solution[row, column] = (b[row, column] - known) / a[row, row]
      }
    }
    self.solution = solution
    triangle = a
  }

  /// The least remainder of a column after the columns before it are eliminated.
  ///
  /// Sides have a radius of 1, and terms of the third order are small near the middle.
  private static let leastPivot = 1e-8

  /// The pull of an observation with these terms on the fit, 0...1.
  ///
  /// The result is the diagonal of the hat matrix (D. C. Hoaglin and R. E. Welsch, The American
  /// Statistician 32, 1978).
  func leverage(of terms: [Double]) -> Double {
    var inner: [Double] = []
    for (row, term) in terms.enumerated() {
      let known = inner.indices.reduce(0) { $0 + triangle[$1, row] * inner[$1] }
      inner.append((term - known) / triangle[row, row])
    }
    return inner.reduce(0) { $0 + $1 * $1 }
  }
}
