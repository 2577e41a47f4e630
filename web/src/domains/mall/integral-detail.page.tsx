import { useQuery } from '@tanstack/react-query'
import { integralAdjust, integralRecordPage, userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import type { Page as Paged } from '@xueheng/contract/kit/page.ts'
import { Button, Pagination, Select } from 'antd'
import { useState } from 'react'
import { get } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useDictOptions } from '../../platform/crud/lookups.ts'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Ledger, type PointRecord } from './Ledger.tsx'
import { selectState } from '../../platform/ui/picker-state.tsx'
import './mall.css'

const SIZE = 20
const READ_ONLY = { isReadOnly: true, hasExport: false, emptyHint: '家长在阅读程序中登录后自动出现' }

/** 积分明细: the points of one parent, newest first; without one, the parents to choose from. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const parentId = search.get('parentId')
  const open = (row: CrudRow) => setSearch({ parentId: row.id })
  if (parentId) return <Account parentId={parentId} />
  return (
    <PageFrame isFilled title={t('积分明细')} hint={t('选择一位家长查看积分')}>
      <CrudPage entity={userParentInfo} layout={READ_ONLY} prefix="p.">
        <ListToolbar />
        <ListRows onOpen={open} actions={[{ code: 'userparentinfo_view', label: '积分明细', run: open }]} />
      </CrudPage>
    </PageFrame>
  )
}

interface Account extends Paged<PointRecord> {
  parent: CrudRow
  balance: number
}

function Account({ parentId }: { parentId: string }) {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const [isAdjusting, adjust] = useState(false)
  const query = {
    parentId,
    bizType: search.get('bizType') ?? '',
    current: Number(search.get('current') ?? 1),
    size: SIZE,
  }
  const found = useQuery({
    queryKey: ['integral', query],
    queryFn: () => get<Account>(integralRecordPage.path, query),
    placeholderData: (old) => old,
  })
  const account = found.data
  const back = () => setSearch({ parentId: undefined, bizType: undefined, current: undefined })
  return (
    <PageFrame
      title={t('积分明细')}
      extra={
        <>
          <Button onClick={back}>{t('换一位家长')}</Button>
          {account && can('userparentinfo_integral') && (
            <Button type="primary" onClick={() => adjust(true)}>
              {t('调整积分')}
            </Button>
          )}
        </>
      }
    >
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !account ? (
        <Skeleton rows={6} />
      ) : (
        <div className="integral">
          <ParentHead account={account} />
          <Kinds value={query.bizType} onChange={(bizType) => setSearch({ bizType, current: undefined })} />
          <Ledger records={account.records} />
          <Pagination
            current={query.current}
            pageSize={SIZE}
            total={account.total}
            hideOnSinglePage
            showSizeChanger={false}
            onChange={(next) => setSearch({ current: String(next) })}
          />
        </div>
      )}
      {isAdjusting && <Adjustment parentId={parentId} onClose={() => adjust(false)} />}
    </PageFrame>
  )
}

/** Adds points or takes them away, with the reason; sent twice it is posted once. */
function Adjustment({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  const [requestId] = useState(() => crypto.randomUUID())
  return (
    <CallDialog
      call={integralAdjust}
      given={{ parentId, requestId }}
      changes={[['integral'], userParentInfo]}
      onClose={onClose}
    />
  )
}

function ParentHead({ account: { parent, balance } }: { account: Account }) {
  const t = useT()
  const number = (name: string) => formatNumber(Number(parent[name] ?? 0))
  return (
    <dl className="integral-head">
      <div>
        <dt>{t('家长')}</dt>
        <dd>{String(parent['realName'] || parent['nickname'])}</dd>
      </div>
      <div>
        <dt>{t('手机号码')}</dt>
        <dd>{String(parent['phone'] ?? '') || '—'}</dd>
      </div>
      <div>
        <dt>{t('学生姓名')}</dt>
        <dd>{String(parent['studentName'] ?? '') || '—'}</dd>
      </div>
      <div className="is-balance">
        <dt>{t('积分余额')}</dt>
        <dd>{formatNumber(balance)}</dd>
      </div>
      <div>
        <dt>{t('累计获得')}</dt>
        <dd>{number('integralTotalIn')}</dd>
      </div>
      <div>
        <dt>{t('累计使用')}</dt>
        <dd>{number('integralTotalOut')}</dd>
      </div>
    </dl>
  )
}

function Kinds({ value, onChange }: { value: string; onChange: (bizType: string | undefined) => void }) {
  const t = useT()
  const kinds = useDictOptions('integral_biz_type')
  return (
    <Select
      aria-label={t('业务类型')}
      className="integral-kind"
      value={value || undefined}
      options={kinds.options}
      {...selectState(kinds.found)}
      allowClear
      placeholder={t('全部类型')}
      onChange={onChange}
    />
  )
}
