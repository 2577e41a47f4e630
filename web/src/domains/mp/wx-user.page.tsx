import { clientUsersByUnionid, wxUser, wxUserSync } from '@xueheng/contract/domains/mp/wx-user.ts'
import { SyncOutlined, TagsOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, useList } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { message } from '../../platform/ui/message.ts'
import { FollowerLookup } from './FollowerLookup.tsx'
import { JobLine } from './JobLine.tsx'
import { MpPage } from './MpPage.tsx'
import { TagDialog } from './TagDialog.tsx'
import { TagNames } from './TagNames.tsx'

const CELLS: OwnCells = { tagidList: { width: 180, draw: (ids) => <TagNames ids={ids} /> } }

/** 粉丝管理: followers of the account, pulled from the platform, tagged and remarked here. */
export function Page() {
  const [found, look] = useState<CrudRow>()
  return (
    <MpPage title={wxUser.title}>
      <CrudPage entity={wxUser}>
        <ListToolbar>
          <Tools />
        </ListToolbar>
        <ListRows
          cells={CELLS}
          actions={[{ code: 'wxuser_view', label: '同一用户', run: look, isFor: (row) => Boolean(row['unionid']) }]}
        />
      </CrudPage>
      {found && (
        <FollowerLookup
          call={clientUsersByUnionid}
          unionId={String(found['unionid'])}
          onClose={() => look(undefined)}
        />
      )}
    </MpPage>
  )
}

function Tools() {
  const t = useT()
  const can = useCan()
  const { selected, rows, refresh } = useList()
  const [jobId, setJobId] = useState<string>()
  const [tagging, setTagging] = useState<'on' | 'off'>()
  const syncing = useAction(() => callApi(wxUserSync), {
    done: (answer) => t(answer?.message ?? ''),
    onDone: (answer) => setJobId(answer?.jobId),
  })
  const picked = rows.filter((row) => selected.includes(row.id))
  function tag(mode: 'on' | 'off'): void {
    if (picked.length === 0) message.warning(t('请选择至少一条数据'))
    else setTagging(mode)
  }
  return (
    <>
      {can('wxuser_sync') && (
        <Button icon={<SyncOutlined />} loading={syncing.isBusy} onClick={() => void syncing.run()}>
          {t('同步粉丝')}
        </Button>
      )}
      {can('wxusertags_save') && (
        <>
          <Button icon={<TagsOutlined />} onClick={() => tag('on')}>
            {t('打标签')}
          </Button>
          <Button onClick={() => tag('off')}>{t('取消标签')}</Button>
        </>
      )}
      <JobLine jobId={jobId} onEnd={() => void refresh()} />
      {tagging && <TagDialog mode={tagging} rows={picked} onClose={() => setTagging(undefined)} />}
    </>
  )
}
