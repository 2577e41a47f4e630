// @vitest-environment happy-dom
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import type { Exam } from '../exam.ts'
import { DisclosureSection } from './DisclosureSection.tsx'

beforeEach(() => serve({ saveDisclosure: () => ({ data: null }) }))

const exam = (part: Partial<Exam> = {}) =>
  ({ id: '7', stage: '2', disclosureJson: null, examStatus: 7, ...part }) as Exam
const shown = (label: string) =>
  screen.getByLabelText(label).closest('.ant-select')?.querySelector('[title], .ant-select-content')?.textContent
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存披露规则' })

function choose(label: string, option: string): void {
  fireEvent.mouseDown(screen.getByLabelText(label))
  const found = screen.getAllByText(option).filter((one) => one.closest('.ant-select-item'))
  fireEvent.click(found.at(-1) as HTMLElement)
}

test('an exam of a junior school begins with bands for everyone but the bureau', () => {
  grant('examinfo_publish')
  stage(<DisclosureSection exam={exam()} />)
  expect(['学生', '家长', '班主任', '学校', '教育局'].map((who) => shown(`${who}看到的名次`))).toEqual([
    ...Array.from({ length: 4 }, () => '只公布百分段'),
    '公布准确名次',
  ])
  expect(save().disabled).toBe(true)
})

test('other schools beside bands are a fault at once; beside exact ranks they are saved', async () => {
  grant('examinfo_publish')
  stage(<DisclosureSection exam={exam()} />)
  choose('学校看到的其他学校', '公布校名')
  expect(screen.getByRole('alert').textContent).toBe('向学校公布其他学校的成绩时，学校的名次只能是准确名次')
  expect(save().disabled).toBe(true)
  choose('学校看到的名次', '公布准确名次')
  fireEvent.click(save())
  await waitFor(() => expect(callsTo('saveDisclosure')).toHaveLength(1))
  const { rankVisible } = defaultDisclosure('2')
  const disclosureJson = { rankVisible: { ...rankVisible, school: 'exact' }, otherUnitNames: 'shown', smallestGroup: 5 }
  expect(callsTo('saveDisclosure')[0]).toMatchObject({ body: { examId: '7', disclosureJson } })
})

test('who may not publish reads the policy and changes nothing', () => {
  grant('examinfo_view')
  stage(<DisclosureSection exam={exam({ stage: '3' })} />)
  expect(screen.queryByRole('button', { name: '保存披露规则' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('非本单位最少人数').disabled).toBe(true)
  expect(shown('学校看到的名次')).toBe('公布准确名次')
})
