// Requests and answers are part of what TimeWalk offers, though they live in a room of their own.
@_exported public import TimeWalkAPI
