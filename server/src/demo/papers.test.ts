import { findPaperFaults } from '@xueheng/contract/domains/exam/paper/paper-faults.ts'
import { sumPaper } from '@xueheng/contract/domains/exam/paper/paper-sums.ts'
import { expect, test } from 'vitest'
import { COURSES } from './courses.ts'
import { demoPaper } from './papers.ts'

test.each(COURSES.map(({ name, full }) => [name, full] as const))(
  'the paper of %s adds up to %i marks and has no faults',
  (name, full) => {
    const paper = demoPaper(name)
    expect(findPaperFaults(paper)).toEqual([])
    expect(sumPaper(paper).total).toBe(full)
    expect(paper.every((one) => Number(one.presetP) > 0 && Number(one.presetP) < 1)).toBe(true)
  },
)
