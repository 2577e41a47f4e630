import { useAction } from '../../platform/action/use-action.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { loadMenu } from '../../platform/session/session.ts'
import { updateSession, useSession } from '../../platform/session/store.ts'

/** Home and the top menus; each has its own side menu. */
export function TopMenu({ onHome }: { onHome: () => void }) {
  const t = useT()
  const items = useSession((session) => session.topMenu)
  const chosen = useSession((session) => session.topMenuId)

  const choosing = useAction((id: string) => loadMenu(id || undefined), {
    done: '',
    onDone: (menu, id) => {
      updateSession({ topMenuId: id, menu })
      if (!id) onHome()
    },
  })

  return (
    <nav className="top-menu" aria-label={t('顶部菜单')}>
      {items.length > 0 &&
        [{ id: '', name: '首页' }, ...items].map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-current={id === chosen || undefined}
            onClick={() => void choosing.run(id)}
          >
            {t(name)}
          </button>
        ))}
    </nav>
  )
}
