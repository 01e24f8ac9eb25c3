// Requests and answers are part of the public library, though they have a target of their own.
@_exported public import TimeWalkAPI
