import type { RouteDefinition } from './client/routing/route-definition.ts'

/** Every public URL. */
export const shopRoutes = [
  { id: 'home', path: '/', access: 'public', loader: true, pageModule: () => import('./storefront/home/home-page.tsx') },
  { id: 'products', path: '/products', access: 'public', loader: true, pageModule: () => import('./storefront/products/products-page.tsx') },
  { id: 'product', path: '/products/:slug', access: 'public', loader: true, pageModule: () => import('./storefront/product/product-page.tsx') },
  { id: 'categories', path: '/categories', access: 'public', loader: true, pageModule: () => import('./storefront/categories/categories-page.tsx') },
  { id: 'about', path: '/about', access: 'public', pageModule: () => import('./content/about/about-page.tsx') },
  { id: 'contact', path: '/contact', access: 'public', pageModule: () => import('./content/contact/contact-page.tsx') },
  { id: 'feedback', path: '/feedback', access: 'public', pageModule: () => import('./enquiries/feedback-page.tsx') },
  { id: 'business-enquiry', path: '/business-enquiry', access: 'public', pageModule: () => import('./enquiries/business-enquiry-page.tsx') },
  { id: 'login', path: '/login', access: 'public', loader: true, action: true, pageModule: () => import('./account/sign-in/login-page.tsx') },
  { id: 'register', path: '/register', access: 'public', loader: true, action: true, pageModule: () => import('./account/registration/register-page.tsx') },
  { id: 'verify-email', path: '/verify-email', access: 'public', loader: true, action: true, pageModule: () => import('./account/registration/verify-email-page.tsx') },
  { id: 'forgot-password', path: '/forgot-password', access: 'public', action: true, pageModule: () => import('./account/password/forgot-password-page.tsx') },
  { id: 'reset-password', path: '/reset-password', access: 'public', loader: true, action: true, pageModule: () => import('./account/password/reset-password-page.tsx') },
  { id: 'profile', path: '/profile', access: 'customer', loader: true, action: true, pageModule: () => import('./account/profile/profile-page.tsx') },
  { id: 'own-password', path: '/profile/password', access: 'customer', loader: true, action: true, pageModule: () => import('./account/password/change-password-page.tsx') },
  { id: 'orders', path: '/profile/orders', access: 'customer', loader: true, action: true, pageModule: () => import('./account/orders/orders-page.tsx') },
  { id: 'order', path: '/profile/orders/:id', access: 'customer', loader: true, action: true, pageModule: () => import('./account/receipt/order-receipt-page.tsx') },
  { id: 'checkout', path: '/checkout', access: 'customer', loader: true, action: true, pageModule: () => import('./checkout/checkout-page.tsx') },
  { id: 'organic-importance', path: '/organic-importance', access: 'public', pageModule: () => import('./content/about/organic-importance-page.tsx') },
  { id: 'shipping-policy', path: '/shipping-policy', access: 'public', pageModule: () => import('./content/policies/shipping-policy-page.tsx') },
  { id: 'returns-refunds', path: '/returns-refunds', access: 'public', pageModule: () => import('./content/policies/returns-refunds-page.tsx') },
  { id: 'faq', path: '/faq', access: 'public', pageModule: () => import('./content/faq/faq-page.tsx') },
  { id: 'privacy', path: '/privacy', access: 'public', pageModule: () => import('./content/privacy/privacy-page.tsx') },
  { id: 'not-found', path: '*', access: 'public', loader: true, pageModule: () => import('./storefront/errors/not-found-page.tsx') },
] as const satisfies readonly RouteDefinition[]
