export { type ExamPackage, type ExamPackages, type Manifest, examPackages, openPackage } from './exam-packages.ts'
