import {
  createExamModelResult,
  examModel,
  getExamModelResult,
  listAllModelVersion,
  saveExamModelFinalData,
} from '@xueheng/contract/domains/exam-model/exam-model.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, get } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../../platform/tabs/tab.ts'

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
  const changes = [[KEY, modelCode]]
  const computing = useAction(
    (examIds: string[]) => callApi(createExamModelResult, { modelCode, examIds: examIds.join(',') }),
    {
      done: (answer) => (answer?.kept === 1 ? '结果没有变化' : t('已计算 {n} 个评价对象', { n: answer?.units ?? 0 })),
      changes,
    },
  )
  const making = useAction(
    ({ versionNo }: Version) => callApi(saveExamModelFinalData, { modelCode, versionNo: versionNo ?? 0 }),
    {
      confirm: ({ versionName }) => ({
        text: t('「{name}」设为终稿后，学校将看到这一版，原来的终稿不再显示。确定吗？', { name: versionName ?? '' }),
        okText: t('设为终稿'),
      }),
      done: '已设为终稿',
      changes,
    },
  )
  return { changes, computing, making }
}
