import { expect, test } from 'vitest'
import { type Means, toldOf } from './student-questions.ts'

/* Which means of a question stand beside the mark of a student, for a reader who must not work out those of others. */

const MEANS: Means = {
  questionNo: '1',
  paperCode: 'A',
  score10: 10,
  answer: null,
  classNum: 40,
  schoolNum: 90,
  allNum: 200,
  knownInSchool: 40,
  knownNum: 40,
  classMean: 1,
  schoolMean: 2,
  allMean: 3,
}

/** What is left of the means of class, school and everyone, where groups have at least five. */
function left(change: Partial<Means>, isAllSeen = false): (number | null)[] {
  const { classMean, schoolMean, allMean } = toldOf({ ...MEANS, ...change }, isAllSeen, { smallestGroup: 5 })
  return [classMean, schoolMean, allMean]
}

test.each<[string, Partial<Means>, (number | null)[]]>([
  ['all are told where enough answered', {}, [1, 2, 3]],
  ['a class of five is told', { classNum: 5 }, [1, 2, 3]],
  ['a class of four is not', { classNum: 4 }, [null, 2, 3]],
  ['a school of four is not told', { classNum: 4, schoolNum: 4, knownInSchool: 4, knownNum: 4 }, [null, null, 3]],
  ['a school is told to who knows all of it', { schoolNum: 40 }, [1, 2, 3]],
  ['a school is told to who knows all but five of it', { schoolNum: 45 }, [1, 2, 3]],
  ['a school is not told to who knows all but four of it', { schoolNum: 44 }, [1, null, 3]],
  ['everyone is told to who knows all but five, the school he is told of among them', { allNum: 95 }, [1, 2, 3]],
  ['everyone is not told to who knows all but four with that school', { allNum: 94 }, [1, 2, null]],
  ['everyone is told where nobody else is left', { allNum: 90 }, [1, 2, 3]],
  ['a school he is not told of adds nobody he knows', { schoolNum: 44, allNum: 46 }, [1, null, 3]],
  [
    'everyone is not told where few answered',
    { classNum: 3, schoolNum: 3, knownInSchool: 3, allNum: 4, knownNum: 4 },
    [null, null, null],
  ],
])('%s', (_what, change, told) => {
  expect(left(change)).toEqual(told)
})

test('who sees everybody is told of everyone and the school, but of no small class or school', () => {
  const known = { knownInSchool: 90, knownNum: 200 }
  expect(left({ ...known, classNum: 4, schoolNum: 6, allNum: 7, knownInSchool: 3, knownNum: 5 }, true)).toEqual([
    null,
    2,
    3,
  ])
  expect(left({ ...known, classNum: 4, schoolNum: 4, allNum: 4 }, true)).toEqual([null, null, 3])
})
