export { openManifest } from './package/check-package.ts'
export { ENGINE_VERSION } from './compute/plan-record.ts'
export { halfUp } from './formulas/rounding.ts'
export { ranks, sequenceRanks } from './formulas/ranks.ts'
