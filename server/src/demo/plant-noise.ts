import type { Random } from './random.ts'
import type { SampleLine } from './sample-model.ts'

/** Untidiness that a reader must put right by itself; none of it is a fault. */
export interface NoiseCounts {
  blanks: number
  fullWidthDigits: number
  absenceMarks: number
}

const SHARES = { blanks: 0.02, fullWidthDigits: 0.003 }
const ABSENCE_MARKS = ['缺', 'Q', '-1'] as const

/** Blanks behind names and numbers, digits as wide as characters, and three more ways to say that somebody was away. */
export function plantNoise(random: Random, lines: SampleLine[]): NoiseCounts {
  const counts: NoiseCounts = { blanks: 0, fullWidthDigits: 0, absenceMarks: 0 }
  for (const line of lines.filter((one) => one.faults.length === 0)) {
    if (random.chance(SHARES.blanks)) {
      addBlanks(line)
      counts.blanks += 1
    }
    for (const [course, mark] of line.score?.marks ?? []) {
      if (mark === '缺考') {
        line.score?.marks.set(course, random.pick(ABSENCE_MARKS))
        counts.absenceMarks += 1
      } else if (typeof mark === 'number' && random.chance(SHARES.fullWidthDigits)) {
        line.score?.marks.set(course, fullWidth(String(mark)))
        counts.fullWidthDigits += 1
      }
    }
  }
  return counts
}

function addBlanks({ roster, score }: SampleLine): void {
  if (roster) Object.assign(roster, { 姓名: `${roster.姓名}\u3000`, 准考证号: `${roster.准考证号} ` })
  if (score) Object.assign(score, { name: `${score.name}  `, number: ` ${score.number}` })
}

/** 98.5 → ９８．５ */
function fullWidth(text: string): string {
  return text.replaceAll(/[0-9.]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}
