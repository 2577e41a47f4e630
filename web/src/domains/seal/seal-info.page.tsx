import { sealInfo, sealInfoDetail, sealInfoSubmit, sealReview } from '@xueheng/contract/domains/seal/seal-info.ts'
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, download } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import { RowFacts } from '../../platform/crud/RowFacts.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { decideRow, useReviewActions } from '../../platform/review/use-review-actions.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './seal.css'

type Ending = 'suspend' | 'revoke'

const QUESTIONS = { resume: '恢复后可以继续使用，确定恢复?' }
const ENDINGS: Record<Ending, string> = { suspend: '停用', revoke: '吊销' }
const REASON = paragraph('原因', { required: true, length: 200 })

const FACTS = Object.entries(sealInfo.fields).filter(([name]) =>
  ['esId', 'ownerName', 'validStart', 'validEnd', 'sealState', 'stateReason', 'sealSm3'].includes(name),
)

/** 印章信息: every seal that was made, its face, and what became of it. */
export function Page() {
  const [shown, show] = useState<CrudRow>()
  const [noted, note] = useState<CrudRow>()
  const [ended, end] = useState<{ row: CrudRow; step: Ending }>()
  const actions: RowAction[] = [
    { code: 'sesealinfo_view', label: '印章图形', run: show },
    ...useReviewActions(sealReview, QUESTIONS),
    ...(['suspend', 'revoke'] as const).map((step) => ({
      code: 'sesealinfo_state',
      label: ENDINGS[step],
      isFor: (row: CrudRow) => canDo(sealReview.states, step, Number(row['sealState'])),
      run: (row: CrudRow) => end({ row, step }),
    })),
    { code: 'sesealinfo_state', label: '备注', run: note },
  ]
  return (
    <CrudPage entity={sealInfo}>
      <ListToolbar />
      <ListRows isRemovable={mayRemove} onOpen={show} actions={actions} />
      {shown && <SealDialog id={shown.id} onClose={() => show(undefined)} />}
      {noted && <NoteDialog row={noted} onClose={() => note(undefined)} />}
      {ended && <EndDialog {...ended} onClose={() => end(undefined)} />}
    </CrudPage>
  )
}

function mayRemove(row: CrudRow): boolean {
  return canDo(sealReview.states, 'remove', Number(row['sealState']))
}

function SealDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['crud', sealInfo.name, 'face', id],
    queryFn: () => callApi(sealInfoDetail, { id }),
  })
  const fetching = useAction(() => download(`${sealInfo.paths[0]}/download`, { id }), { done: '' })
  return (
    <AppModal
      open
      title={t('印章图形')}
      width={720}
      footer={
        <Button loading={fetching.isBusy} onClick={() => void fetching.run()}>
          {t('下载印章数据')}
        </Button>
      }
      onCancel={onClose}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Flex vertical gap="middle">
          <img className="seal-mould" alt={t('印章图形')} src={data.picture} />
          <RowFacts fields={FACTS} row={data} />
        </Flex>
      ) : (
        <Skeleton />
      )}
    </AppModal>
  )
}

/** The state is changed by actions of its own. */
function NoteDialog({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  return (
    <CallDialog
      call={sealInfoSubmit}
      title={t('备注')}
      given={{ id: row.id, sealState: null, stateReason: null }}
      initial={{ remark: row['remark'] }}
      changes={[sealInfo]}
      onClose={onClose}
    />
  )
}

function EndDialog({ row, step, onClose }: { row: CrudRow; step: Ending; onClose: () => void }) {
  const t = useT()
  return (
    <FormDialog
      title={t(ENDINGS[step])}
      fields={[['reason', { ...REASON, message: sealReview.reasons?.[step] ?? '' }]]}
      work={({ reason }) => decideRow(sealReview, step, row, String(reason))}
      changes={[sealInfo]}
      okText={t(ENDINGS[step])}
      isDanger
      onClose={onClose}
    />
  )
}
