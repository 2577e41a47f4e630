/** How long a journey waits for one thing: none of them is a timed test, and one machine has ten times the speed of another. */
export const PATIENCE_MS = 120_000

/** How long one look takes that is tried anew, with what leads to it, until it succeeds. */
export const LOOK_MS = 5000
