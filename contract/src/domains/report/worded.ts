import { PLACES } from './places.ts'

/**
 * Columns of reports that hold the product's own words, by the last part of their key: courses, totals (联考, 本校, 合计),
 * judgements, bands of marks and of places, remarks. Where such a value has words in the reader's language, the screen shows those; a proper
 * name has none and stays as it is. A test asks every report and refuses a fixed word in any other column.
 */
const WORDED = new Set([
  'areaName',
  'schoolName',
  'className',
  'courseName',
  'courseCombination',
  'bandName',
  'verdict',
  'difficultyWord',
  'qualityWord',
  'cautionWord',
  'questionNo',
  'questionType',
  'ability',
  'remark',
  'lowestUnit',
  'weakUnits',
  'weakCourse',
  'weakCourses',
])

/** Whether the value of a column is looked up as a word. A row of students without a number is about all of them. */
export function isWorded(key: string, row: Record<string, unknown>): boolean {
  const name = key.slice(key.lastIndexOf('.') + 1)
  if (name === 'studentName') return !row['studentNumber']
  return WORDED.has(name) || name in PLACES
}
