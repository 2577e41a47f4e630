/** Words of the unit levels, as the dictionary of roles has them. */
export const LEVELS: Record<string, string> = { all: '全部', area: '本县区', school: '本校', class: '任教班级' }
