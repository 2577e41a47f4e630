/** What the domains have to say on the start page, in this order. */
export const HOME_PAGES = ['workflow/home-tasks', 'exam/home']
