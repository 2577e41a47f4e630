// expect: boundaries(dependencies)
export const school = import('../school/inside.ts')
