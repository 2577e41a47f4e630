import type { ApiRight, UserRights } from '@xueheng/contract/domains/rights/rights.ts'
import { Table } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { SCOPE_TYPES } from './DataScopeForm.tsx'
import { conditionWords } from './scope-words.ts'

/** The data and API scopes that bear on one user. */
export function ScopeTables({ rights }: { rights: UserRights }) {
  return (
    <>
      <DataTable rights={rights} />
      <ApiTable apis={rights.apis} />
    </>
  )
}

function DataTable({ rights }: { rights: UserRights }) {
  const t = useT()
  const rows = rights.data.flatMap(({ entity, title, scopes }) =>
    scopes.map((scope, at) => ({ ...scope, entity, title, key: `${entity}-${at}` })),
  )
  return (
    <section>
      <h2>{t('数据权限')}</h2>
      <Table
        size="small"
        dataSource={rows}
        pagination={false}
        scroll={{ x: 640 }}
        locale={{ emptyText: t('没有数据权限：所属单位内的数据都可见') }}
        columns={[
          { title: t('数据'), render: (_v, row) => t(row.title) },
          { title: t('权限名称'), dataIndex: 'name' },
          {
            title: t('可见的行'),
            render: (_v, row) =>
              row.conditions.length > 0
                ? conditionWords(t, row.entity, row.conditions)
                : t(SCOPE_TYPES[row.type - 1] ?? ''),
          },
          { title: t('来自角色'), width: 180, render: (_v, row) => t(row.role) },
        ]}
      />
    </section>
  )
}

function ApiTable({ apis }: { apis: ApiRight[] }) {
  const t = useT()
  return (
    <section>
      <h2>{t('接口权限')}</h2>
      <Table<ApiRight>
        size="small"
        rowKey={(api) => `${api.path} ${api.name}`}
        dataSource={apis}
        pagination={false}
        scroll={{ x: 640 }}
        locale={{ emptyText: t('没有受限的接口') }}
        columns={[
          { title: t('权限名称'), dataIndex: 'name' },
          { title: t('接口路径'), dataIndex: 'path' },
          {
            title: t('结果'),
            width: 100,
            render: (_v, { isAllowed }) => (
              <span className={isAllowed ? 'rights-yes' : 'rights-no'}>{t(isAllowed ? '可以调用' : '不可调用')}</span>
            ),
          },
          { title: t('来自角色'), width: 180, render: (_v, api) => api.roles.map((role) => t(role)).join(t('、')) },
        ]}
      />
    </section>
  )
}
