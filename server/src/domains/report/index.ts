export { type ExamPackage, type ExamPackages, type Manifest, examPackages, openPackage } from './exam-packages.ts'
export { disclosureOf } from './disclosure/disclosure.ts'
