export const exam = 1
