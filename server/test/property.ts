import fc from 'fast-check'

/**
 * fast-check for tests: the same examples in every run, others with `SEED=<number>`. A failure prints the seed and the
 * path to its example.
 */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_260_101) })

export { fc }
