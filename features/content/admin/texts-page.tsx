import { useLoaderData } from 'react-router'
import { contentMessages, contentPageLabels } from '#features/content/content-messages.ts'
import { contentPagePath } from '#features/content/content-pages.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { SETTINGS_LINK } from '#features/settings/admin/settings-view.ts'
import { useLiveData } from '#features/settings/admin/live-settings.tsx'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { PICTURES_PATH, textPath } from './content-paths.ts'
import type { loader } from './texts-page.server.ts'

export const head = adminHead(contentMessages.title)

export default function TextsPage() {
  const { pages, isDemonstration } = useLoaderData<typeof loader>()
  useLiveData()
  const standard = isDemonstration
    ? contentMessages.standardTextOfDemonstration
    : contentMessages.standardText
  return (
    <div className="settings">
      <ScreenHead trail={[SETTINGS_LINK]} title={contentMessages.title} lead={contentMessages.what} />
      <section className="panel" aria-labelledby="texts-title">
        <h2 id="texts-title">{contentMessages.pagesTitle}</h2>
        <ul className="list-lines">
          {pages.map(({ page, change }) => (
            <li key={page}>
              <div>
                <h3>
                  <ShopLink to={textPath(page)} className="link">
                    {contentPageLabels[page]}
                  </ShopLink>
                </h3>
                <p className="minor">
                  {change ? contentMessages.savedBy(change.by, formatLondonDateTime(change.at)) : standard}
                </p>
              </div>
              <a href={contentPagePath(page)} className="link">
                {contentMessages.view}
                <span className="visually-hidden">{` ${contentPageLabels[page]}`}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel" aria-labelledby="pictures-title">
        <h2 id="pictures-title">{contentMessages.picturesTitle}</h2>
        <ul className="list-lines">
          <li>
            <div>
              <h3>
                <ShopLink to={PICTURES_PATH} className="link">
                  {contentMessages.picturesLink}
                </ShopLink>
              </h3>
              <p className="minor">{contentMessages.picturesLead}</p>
            </div>
          </li>
        </ul>
      </section>
    </div>
  )
}
