// expect: boundaries(dependencies)
export { app } from '../../app.ts'
