export type Profile = {
  full_name: string | null
  phone: string | null
  address: string | null
  post_code: string | null
  city: string | null
  country: string | null
}
