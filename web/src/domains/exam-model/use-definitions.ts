import { examModelItem, listAllExamModelItem } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { examModelScoring, listAllExamModelScoring } from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../platform/api/client.ts'
import { useCan } from '../../platform/session/session.ts'

export type Item = EntityRow<typeof examModelItem.fields>
export type Scoring = EntityRow<typeof examModelScoring.fields>

/** All of them, for who may see them; asking without the right would only be refused. */
function useAll<T>(name: string, path: string, right: string) {
  const mayRead = useCan()(right)
  const found = useQuery({ queryKey: ['crud', name, 'all'], queryFn: () => get<T[]>(path), enabled: mayRead })
  return { ...found, data: mayRead ? found.data : [] }
}

export function useItems() {
  return useAll<Item>(examModelItem.name, listAllExamModelItem.path, 'exammodelitem_view')
}

export function useScorings() {
  return useAll<Scoring>(examModelScoring.name, listAllExamModelScoring.path, 'exammodelscoring_view')
}
