// Whoever opens the embedded engine calls what the engines share on it.
@_exported public import TimeWalkTables
