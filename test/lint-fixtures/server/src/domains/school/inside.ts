export const school = 1
