export { type ChainVerdict, verifyChains } from './audit-verify.ts'
export { type ExportLine, exportLines } from './export-lines.ts'
