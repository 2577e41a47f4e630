import {
  createExamModelResult,
  examModel,
  getExamModelResult,
  listAllModelVersion,
  saveExamModelFinalData,
  saveModelResultVersion,
} from '@xueheng/contract/domains/exam-model/exam-model.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi, get } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import { confirmBox } from '../../../platform/ui/confirm.ts'
import { message, showError } from '../../../platform/ui/message.ts'

export type Model = EntityRow<typeof examModel.fields>
export type ResultLine = Output<typeof getExamModelResult>[number]
export type Version = Output<typeof listAllModelVersion>[number]

const KEY = 'model-result'

export function useModel(modelCode: string) {
  return useQuery({
    queryKey: ['crud', examModel.name, 'code', modelCode],
    queryFn: () => get<Model>(`${examModel.paths[0]}/detail`, { modelCode }),
  })
}

export function useVersions(modelCode: string) {
  return useQuery({
    queryKey: [KEY, modelCode, 'versions'],
    queryFn: () => callApi(listAllModelVersion, { modelCode }),
  })
}

/** What is shown: a version, or the present results of some exams. */
export interface Shown {
  versionNo: number | undefined
  examIds: string[]
}

/** The choice lives in the address; without one it is the newest version, and without versions the working results. */
export function useShown(versions: Version[]): [Shown, (next: { version?: string; exams?: string[] }) => void] {
  const [search, setSearch] = useTabSearch()
  const asked = search.get('version')
  const newest = versions[0]
  const chosen = asked === 'work' ? undefined : Number(asked ?? newest?.versionNo ?? 0) || undefined
  const given = search.get('exams')?.split(',').filter(Boolean)
  const shown = { versionNo: chosen, examIds: given ?? newest?.examIds ?? [] }
  return [
    shown,
    ({ version, exams }) =>
      setSearch({ ...(version !== undefined && { version }), ...(exams && { exams: exams.join(',') }) }),
  ]
}

export function useResult(modelCode: string, shown: Shown) {
  const isAsked = shown.versionNo !== undefined || shown.examIds.length > 0
  const input: Input<typeof getExamModelResult> = {
    modelCode,
    versionNo: shown.versionNo ?? null,
    examIds: shown.versionNo === undefined ? shown.examIds.join(',') : null,
  }
  return useQuery({
    queryKey: [KEY, modelCode, input.versionNo, input.examIds],
    queryFn: () => callApi(getExamModelResult, input),
    enabled: isAsked,
  })
}

/** The steps of an evaluation; each says how it went and reads everything anew. */
export function useSteps(modelCode: string) {
  const t = useT()
  const client = useQueryClient()
  const [busy, setBusy] = useState<string>()

  async function step<T>(name: string, work: () => Promise<T>, done: (answer: T) => string): Promise<T | undefined> {
    setBusy(name)
    try {
      const answer = await work()
      message.success(done(answer))
      return answer
    } catch (error) {
      showError(error)
      return undefined
    } finally {
      await client.invalidateQueries({ queryKey: [KEY, modelCode] })
      setBusy(undefined)
    }
  }

  const compute = (examIds: string[]) =>
    step(
      'compute',
      () => callApi(createExamModelResult, { modelCode, examIds: examIds.join(',') }),
      (answer) => (answer?.kept === 1 ? t('结果没有变化') : t('已计算 {n} 个评价对象', { n: answer?.units ?? 0 })),
    )
  const save = (examIds: string[], versionName: string, remark: string) =>
    step(
      'save',
      () => callApi(saveModelResultVersion, { modelCode, examIds: examIds.join(','), versionName, remark }),
      (answer) => t('已保存为第 {n} 版', { n: answer?.versionNo ?? 0 }),
    )
  async function makeFinal({ versionNo, versionName }: Version): Promise<void> {
    const question = t('「{name}」设为终稿后，学校将看到这一版，原来的终稿不再显示。确定吗？', {
      name: versionName ?? '',
    })
    if (!(await confirmBox(question, { okText: t('设为终稿') }))) return
    await step(
      'final',
      () => callApi(saveExamModelFinalData, { modelCode, versionNo: versionNo ?? 0 }),
      () => t('已设为终稿'),
    )
  }
  return { busy, compute, save, makeFinal }
}
