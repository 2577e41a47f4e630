export const declared = 1
