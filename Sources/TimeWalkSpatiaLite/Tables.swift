// Users of the embedded engine also need the shared operations of the engines.
@_exported public import TimeWalkTables
