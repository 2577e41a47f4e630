export { ClassInput } from './ClassInput.tsx'
