/** What became of a change, for who follows the run. */
export function outcomeOf({ by, late, ended, asked }) {
  if (by) return `noticed by ${by}`
  return `${late ? 'cut off after' : 'missed by'} ${ended} of ${asked} files of tests`
}

/** Changes whose tests did not answer in time are neither noticed nor missed: they are counted apart. */
export function sumOf(results) {
  const decided = results.filter(({ late }) => !late)
  return {
    made: decided.length,
    noticed: decided.filter(({ by }) => by).length,
    late: results.length - decided.length,
  }
}
