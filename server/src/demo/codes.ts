import { creditCheckCharacter, idCheckCharacter } from '@xueheng/contract/derive/check.ts'

const SUBJECT_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** GB 32100 code of a school: 12 public institution or 52 private school, area, organisation code, check. */
export function schoolCode(areaCode: string, no: number, isPrivate: boolean): string {
  const subject = String(10_000_000 + Number(areaCode) * 100 + no).slice(-8)
  const first17 = `${isPrivate ? '52' : '12'}${areaCode}${subject}${subjectCheck(subject)}`
  return first17 + creditCheckCharacter(first17)
}

/** GB 11714: ninth character of an organisation code. */
function subjectCheck(digits: string): string {
  const sum = Array.from(digits).reduce((total, digit, i) => total + Number(digit) * (SUBJECT_WEIGHTS[i] ?? 0), 0)
  const check = 11 - (sum % 11)
  return check === 10 ? 'X' : check === 11 ? '0' : String(check)
}

/**
 * 学籍号 of somebody who cannot exist: region 990000, born in 1900. `G` carries an ID number, `L` is temporary
 * and unchecked.
 */
export function studentCode(index: number, isMale: boolean, isTemporary: boolean): string {
  const day = new Date(Date.UTC(1900, 0, 1 + (index % 365))).toISOString().slice(0, 10).replaceAll('-', '')
  const sequence = Math.floor(index / 365) * 2 + (isMale ? 1 : 0)
  const first17 = `990000${day}${String(sequence).padStart(3, '0')}`
  return isTemporary ? `L${first17}0` : `G${first17}${idCheckCharacter(first17)}`
}

/** Identity of a class: it hangs on the year of entry and so survives promotion. */
export function classCode(school: string, enterYear: number, classNo: number): string {
  return `${school}-3${enterYear}${two(classNo)}`
}

/** 考号: year, exam, area, school, class, place in class; unique inside the exam. */
export function examNumber(
  parts: { year: number; exam: number; area: string; school: number; klass: number },
  place: number,
): string {
  const { year, exam, area, school, klass } = parts
  return `${String(year).slice(-2)}${exam}${area.slice(-2)}${two(school)}${two(klass)}${two(place)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
