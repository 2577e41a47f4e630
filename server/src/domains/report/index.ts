export type { ExamPackage, ExamPackages, Manifest } from './exam-packages.ts'
export { reportModule, reportModuleWith } from './module.ts'
