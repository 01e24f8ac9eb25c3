// The inverse of the cosine transformation, on processors with AVX2: that of C. Loeffler, A. Ligtenberg and G. Moschytz
// ("Practical Fast 1-D DCT Algorithms with 11 Multiplications", 1989) in whole numbers, rounded as libjpeg's `JDCT_ISLOW` does.
#ifndef TIMEWALK_TWJ_INVERSE_H
#define TIMEWALK_TWJ_INVERSE_H

#if defined(__x86_64__)

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define TWJ_AVX2 __attribute__((target("avx2")))

// Factors of the paper in 1/2^13.
enum {
  C0_298 = 2446, C0_390 = 3196, C0_541 = 4433, C0_765 = 6270, C0_899 = 7373, C1_175 = 9633, C1_501 = 12299, C1_847 = 15137,
  C1_961 = 16069, C2_053 = 16819, C2_562 = 20995, C3_072 = 25172, ONE = 1 << 13
};

// Words of two vectors side by side, so that a product adds them up: eight pairs.
static inline TWJ_AVX2 __m256i pairs(__m128i a, __m128i b) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_unpacklo_epi16(a, b)), _mm_unpackhi_epi16(a, b), 1);
}

static inline TWJ_AVX2 __m256i weighed(__m256i pairs, int a, int b) {
  return _mm256_madd_epi16(pairs, _mm256_set1_epi32((int)((uint32_t)(uint16_t)a | (uint32_t)(uint16_t)b << 16)));
}

static inline TWJ_AVX2 __m128i narrowed(__m256i words) {
  return _mm_packs_epi32(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
}

// One dimension of eight lines at once; line i of the block is in v[i], and comes back rounded by `shift` bits.
static inline TWJ_AVX2 void inverse_lines(__m128i v[8], const int shift) {
  __m256i half = _mm256_set1_epi32(1 << (shift - 1));
  // Sums of two lines are words, as libjpeg's loops for such processors have them: broken files overflow alike.
  __m256i outer = pairs(_mm_add_epi16(v[0], v[4]), _mm_sub_epi16(v[0], v[4]));
  __m256i sum = _mm256_add_epi32(weighed(outer, ONE, 0), half), difference = _mm256_add_epi32(weighed(outer, 0, ONE), half);
  __m256i inner = pairs(v[2], v[6]);
  __m256i fourth = weighed(inner, C0_541 + C0_765, C0_541), third = weighed(inner, C0_541, C0_541 - C1_847);
  __m256i even[4] = {
    _mm256_add_epi32(sum, fourth), _mm256_add_epi32(difference, third), _mm256_sub_epi32(difference, third),
    _mm256_sub_epi32(sum, fourth),
  };
  __m256i crossed = pairs(_mm_add_epi16(v[3], v[7]), _mm_add_epi16(v[1], v[5]));
  __m256i far = weighed(crossed, C1_175 - C1_961, C1_175), near = weighed(crossed, C1_175, C1_175 - C0_390);
  __m256i ends = pairs(v[7], v[1]), middles = pairs(v[5], v[3]);
  __m256i odd[4] = {
    _mm256_add_epi32(weighed(ends, -C0_899, C1_501 - C0_899), near),
    _mm256_add_epi32(weighed(middles, -C2_562, C3_072 - C2_562), far),
    _mm256_add_epi32(weighed(middles, C2_053 - C2_562, -C2_562), near),
    _mm256_add_epi32(weighed(ends, C0_298 - C0_899, -C0_899), far),
  };
  for (int i = 0; i < 4; i++) {
    v[i] = narrowed(_mm256_srai_epi32(_mm256_add_epi32(even[i], odd[i]), shift));
    v[7 - i] = narrowed(_mm256_srai_epi32(_mm256_sub_epi32(even[i], odd[i]), shift));
  }
}

static inline TWJ_AVX2 void transposed(__m128i v[8]) {
  __m128i a[8], b[8];
  for (int i = 0; i < 4; i++) {
    a[2 * i] = _mm_unpacklo_epi16(v[2 * i], v[2 * i + 1]);
    a[2 * i + 1] = _mm_unpackhi_epi16(v[2 * i], v[2 * i + 1]);
  }
  for (int i = 0; i < 2; i++) {
    b[4 * i] = _mm_unpacklo_epi32(a[4 * i], a[4 * i + 2]);
    b[4 * i + 1] = _mm_unpackhi_epi32(a[4 * i], a[4 * i + 2]);
    b[4 * i + 2] = _mm_unpacklo_epi32(a[4 * i + 1], a[4 * i + 3]);
    b[4 * i + 3] = _mm_unpackhi_epi32(a[4 * i + 1], a[4 * i + 3]);
  }
  for (int i = 0; i < 4; i++) {
    v[2 * i] = _mm_unpacklo_epi64(b[i], b[4 + i]);
    v[2 * i + 1] = _mm_unpackhi_epi64(b[i], b[4 + i]);
  }
}

// Makes the samples of a block; its coefficients stand row by row, and are 0 afterwards.
static inline TWJ_AVX2 void twj_inverse(int16_t *block, const int16_t *steps, uint8_t *target, size_t stride) {
  __m128i v[8];
  for (int i = 0; i < 8; i++) {
    __m128i *row = (__m128i *)(block + 8 * i);
    v[i] = _mm_mullo_epi16(_mm_load_si128(row), _mm_load_si128((const __m128i *)(steps + 8 * i)));
    _mm_store_si128(row, _mm_setzero_si128());
  }
  inverse_lines(v, 11);
  transposed(v);
  inverse_lines(v, 18);
  transposed(v);
  __m128i middle = _mm_set1_epi8((char)128);
  for (int i = 0; i < 8; i += 2) {
    __m128i two = _mm_xor_si128(_mm_packs_epi16(v[i], v[i + 1]), middle);
    _mm_storel_epi64((__m128i *)(target + stride * (size_t)i), two);
    _mm_storeh_pd((double *)(void *)(target + stride * (size_t)(i + 1)), _mm_castsi128_pd(two));
  }
}

// The same for a block of one colour, whose only coefficient is the first.
static inline TWJ_AVX2 void twj_inverse_flat(int first, int step, uint8_t *target, size_t stride) {
  int value = (int16_t)((int16_t)(first * step) * 4);
  value = (value + 16) >> 5;
  __m128i all = _mm_set1_epi8((char)(value < -128 ? 0 : value > 127 ? 255 : value + 128));
  for (int i = 0; i < 8; i++) _mm_storel_epi64((__m128i *)(target + stride * (size_t)i), all);
}

#endif
#endif
