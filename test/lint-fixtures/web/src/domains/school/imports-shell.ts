// expect: boundaries(dependencies)
export { shell } from '../../shell/shell.ts'
