// expect: boundaries(dependencies)
export { app } from '../../server/src/app.ts'
