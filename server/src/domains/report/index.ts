export { type ExamPackage, type ExamPackages, type Manifest, openPackage } from './exam-packages.ts'
