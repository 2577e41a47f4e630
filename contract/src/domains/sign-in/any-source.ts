/** Stands for every provider where one could be named. */
export const ANY_SOURCE = '*'
