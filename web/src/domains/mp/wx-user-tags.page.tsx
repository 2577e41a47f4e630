import { tagDelete, tagList, tagSave } from '@xueheng/contract/domains/mp/wx-user.ts'
import { PlusOutlined, SyncOutlined } from '@ant-design/icons'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { MpPage } from './MpPage.tsx'
import { TAGS_KEY, type Tag, useTags } from './use-tags.ts'

/** The platform's own tags: they can be neither renamed nor removed. */
const LAST_SYSTEM_TAG = 2

/** 粉丝标签: those of the account, at most a hundred. */
export function Page() {
  const t = useT()
  const can = useCan()
  const tags = useTags()
  const [edited, edit] = useState<Partial<Tag>>()
  const reading = useAction(() => callApi(tagList, { refresh: 1 }), { changes: [TAGS_KEY] })
  return (
    <MpPage title="粉丝标签">
      <div className="mp-toolbar">
        {can('wxusertags_save') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => edit({})}>
            {t('新增')}
          </Button>
        )}
        <Button icon={<SyncOutlined />} loading={reading.isBusy} onClick={() => void reading.run()}>
          {t('从微信读取')}
        </Button>
      </div>
      {tags.error ? (
        <ErrorState error={tags.error} onRetry={() => void tags.refetch()} />
      ) : tags.isPending ? (
        <Skeleton rows={6} />
      ) : (
        <TagTable tags={tags.data} onEdit={edit} />
      )}
      {edited && (
        <CallDialog
          call={tagSave}
          title={t(edited.id ? '修改标签' : '新增标签')}
          given={{ id: edited.id ?? null, appid: null }}
          initial={{ name: edited.name ?? '' }}
          changes={[TAGS_KEY]}
          onClose={() => edit(undefined)}
        />
      )}
    </MpPage>
  )
}

function TagTable({ tags, onEdit }: { tags: Tag[]; onEdit: (tag: Tag) => void }) {
  const t = useT()
  const can = useCan()
  const removing = useAction((tag: Tag) => callApi(tagDelete, { id: tag.id }), {
    confirm: (tag) => ({ text: t('确定删除标签“{name}”?', { name: tag.name }), isDanger: true }),
    changes: [TAGS_KEY],
  })
  const actions = (tag: Tag) =>
    tag.id > LAST_SYSTEM_TAG && (
      <>
        {can('wxusertags_save') && (
          <Button type="link" size="small" onClick={() => onEdit(tag)}>
            {t('编辑')}
          </Button>
        )}
        {can('wxusertags_delete') && (
          <Button type="link" size="small" danger onClick={() => void removing.run(tag)}>
            {t('删除')}
          </Button>
        )}
      </>
    )
  return (
    <Table<Tag>
      rowKey="id"
      size="middle"
      pagination={false}
      dataSource={tags}
      locale={{ emptyText: <Empty title={t('暂无数据')} hint={t('点“新增”录入第一条')} /> }}
      columns={[
        { title: t('标签名'), dataIndex: 'name' },
        { title: t('标签编号'), dataIndex: 'id', width: 120, responsive: ['sm'] },
        { title: t('粉丝数'), dataIndex: 'count', width: 120, align: 'right', render: (n: number) => formatNumber(n) },
        { title: t('操作'), key: 'act', width: 150, render: (_none, tag) => actions(tag) },
      ]}
    />
  )
}
