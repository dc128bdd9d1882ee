import type { RetentionKind } from '#shop/retention.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { MemorySwitch } from './memory-switch.tsx'
import { STAFF_BROWSER_ITEMS, STORED_BROWSER_ITEMS } from './stored-browser-items.ts'

export function SummarySection() {
  return (
    <ul>
      <li>
        We store what a cart, a sign-in and an order need, and the address that you leave for news of a
        product. Your browser remembers, for you alone, your searches, the products you looked at, what you
        are typing and what you avoid.
      </li>
      <li>No advertising, no analytics, no tracking pixels, nothing from another company’s server.</li>
      <li>
        None of it follows you, so you see no banner, and you can{' '}
        <a href="#device-memory" className="link">
          switch off
        </a>{' '}
        what your browser remembers.
      </li>
      <li>We never sell or lend what we know about you.</li>
    </ul>
  )
}

export function BrowserStorageSection() {
  return (
    <>
      <MemorySwitch />
      <dl className="stored">
        {STORED_BROWSER_ITEMS.map(({ names, storage, purpose, until }) => (
          <div key={names[0]}>
            <dt>
              {names.map((name) => (
                <code key={name}>{name}</code>
              ))}
            </dt>
            <dd>{storage}</dd>
            <dd>
              <span>{purpose}</span> <span className="text-muted">{until}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Over a secure connection the names of the three hidden cookies begin with <code>__Host-</code>. People
        who run the shop also get <code>{STAFF_BROWSER_ITEMS.join(', ')}</code>; shoppers never do.
      </p>
      <p>Signing out clears all of it but the last two cookies.</p>
    </>
  )
}

export function StoredDataSection() {
  return (
    <>
      <h3>If you only look around</h3>
      <p>Nothing. Our shop writes no list of who opened which page.</p>
      <h3>If you have an account</h3>
      <ul>
        <li>Your name, email address and phone number, and your postal address if you gave it.</li>
        <li>Your password, in a form from which it cannot be read back.</li>
        <li>Each time you sign in or out, fail to sign in, change your password or are refused a page.</li>
        <li>
          The allergens that you avoid, only if you ticked “Also keep this in my account”. This says something
          about your health, so we ask for your consent: it marks products on your devices and serves nothing
          else, and our back-office cannot show it.
        </li>
      </ul>
      <h3>If you order</h3>
      <ul>
        <li>What you ordered, its price, and the name, phone number and address.</li>
        <li>
          When it was packed, shipped, delivered, paid, refunded, changed or cancelled, and by whom, and our
          notes about it or you.
        </li>
        <li>Which emails we sent you.</li>
        <li>If you order by phone without an account: your email address too, if you gave it.</li>
      </ul>
      <p>
        We use this to carry out the contract with you, and to keep the accounts that tax law asks for. You
        pay at the door, so no card number ever reaches our server.
      </p>
      <h3>If you want to be told that a product is back</h3>
      <ul>
        <li>Your email address, for nothing else, and the product, until we have sent that one email.</li>
        <li>A link in the email deletes the address for every other product too.</li>
      </ul>
      <h3>If somebody tries to guess passwords</h3>
      <p>
        We count failed tries for some minutes, by network address and account, scrambled so that neither can
        be read. This is in our interest and yours.
      </p>
    </>
  )
}

const FormLink = ({ to, children }: { to: string; children: string }) => (
  <ShopLink to={to} className="link">
    {children}
  </ShopLink>
)

export function EnquiryFormsSection({ areSent }: { areSent: boolean }) {
  if (areSent) {
    return (
      <p>
        What you write into the forms for <FormLink to="/feedback">feedback</FormLink> and{' '}
        <FormLink to="/business-enquiry">business enquiries</FormLink> is sent to us as an email, with the
        name, address and number you give, so that we can answer. Our shop deletes it once the email has left,
        and we treat the email like any other letter to us. It also goes into the console of your own browser.
      </p>
    )
  }
  return (
    <p>
      The forms for <FormLink to="/feedback">feedback</FormLink> and{' '}
      <FormLink to="/business-enquiry">business enquiries</FormLink> send us nothing. What you write there
      goes into the console of your own browser, and is gone when you close the page, unless you choose to
      send it as an email.
    </p>
  )
}

export function DataRecipientsSection() {
  return (
    <ul>
      <li>
        Our delivery partner gets the name, address and phone number on a parcel, and what is to be paid at
        the door.
      </li>
      <li>
        The companies that run our server and carry our email store data for us, on our instructions only.
      </li>
      <li>Courts and authorities, when the law obliges us.</li>
    </ul>
  )
}

export function RetentionSection({ kept }: { kept: Record<RetentionKind, string> }) {
  return (
    <ul>
      <li>Your account and our notes about you: until you delete it.</li>
      <Kept what="Sign-ins and the like, even of a deleted account" period={kept['access-events']} />
      <Kept what="What we changed or read of your data" period={kept['audit-events']} />
      <Kept what="Which emails we sent you" period={kept['sent-emails']} />
      <Kept what="The number that keeps an order from being placed twice" period={kept['idempotency-keys']} />
      <li>The allergens that you avoid: until you untick them or clear the list.</li>
      <li>
        Orders: six years after the end of the financial year, because tax law wants the accounts for so long.
        If you have your account deleted sooner, we take your name and contact details out of everything that
        we are not obliged to keep.
      </li>
      <li>
        Your address for news of a product: until the email is sent, you stop it, or 180 days have passed.
      </li>
      <li>Letters and emails that you write to us: as long as the matter is open, and a year after.</li>
    </ul>
  )
}

const Kept = ({ what, period }: { what: string; period: string }) => <li>{`${what}: ${period}.`}</li>
