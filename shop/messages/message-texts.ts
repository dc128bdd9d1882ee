import {
  FEEDBACK_RATING_MAX,
  FEEDBACK_RATING_MIN,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_PHONE_DIGITS,
} from '#shop/constants.ts'

/** Texts of the specification, word for word, and others. Each is its own export, so that a page contains only those it uses. */

export const productNotFound = 'Product Not Found'
export const cartEmpty = 'Your cart is empty'
export const noOrdersYet = 'No orders yet'
export const registrationSuccessful =
  'Registration successful! Please check your email to verify your account.'
export const orderPlaced = 'Order placed successfully!'
export const comingSoon = 'Coming soon'
export const orderNotFound = 'Order not found'

export const cancelledByAdmin = 'Cancelled by admin'
export const cancelledByCustomer = 'Cancelled by customer'
export const orderCancelled = 'Order Cancelled'
export const cancelledByUs = 'Cancelled by us'
export const cancelledByYou = 'Cancelled by you'

export const passwordTooShort = `Password must be at least ${MIN_PASSWORD_LENGTH} characters long`
export const passwordTooLong = `Password must be at most ${MAX_PASSWORD_LENGTH} characters long`
export const passwordsDiffer = 'Passwords do not match'
export const wrongEmailOrPassword = 'Invalid email or password'
export const outOfStock = 'Out of Stock'
export const noMoreStock = 'No more stock available'
export const signInToCheckout = 'Please sign in to checkout'
export const categoryNotFound = 'Category not found'
export const fillAllFields = 'Please fill in all fields'
export const cancellationReasonMissing = 'Please provide a cancellation reason'

export const noUserReturned = 'No user returned after signup'
export const anErrorOccurred = 'An error occurred'
export const profileNotSaved = 'Error updating profile. Please try again.'
export const profileSaved = 'Profile updated successfully!'
export const orderNotPlaced = 'Error placing order. Please try again.'
export const accessDenied = 'Access denied. Admin privileges required.'
export const ordersNotFetched = 'Error fetching orders. Please try again.'
export const statusNotUpdated = 'Error updating order status. Please try again.'
export const orderNotCancelled = 'Error cancelling order. Please try again.'

export const skuTaken = 'Another product has this SKU. Search for it in the list, or enter a different one.'
export const barcodeTaken =
  'Another product has this barcode. Search for it in the list, and take it away there if it is wrong.'
export const productNameTaken = 'A product with this name already exists'
export const categoryNameTaken = 'A category with this name already exists'
export const stockBelowZero = 'Stock cannot go below zero'
export const enquirySent = 'Thank you for your enquiry.'
export const feedbackSent = 'Thank you for your feedback.'

export const thereIsAProblem = 'There is a problem'
export const enterFullName = 'Enter your full name'
export const enterEmail = 'Enter your email address'
export const emailNotValid = 'Enter an email address in the correct format, like name@example.com'
export const enterPhone = 'Enter your phone number'
export const enterAddress = 'Enter your address'
export const enterPostCode = 'Enter your post code'
export const enterCity = 'Enter your town or city'
export const enterCountry = 'Enter your country'
export const accountDeleted = 'Your account is deleted. Thank you for having been with us.'
export const enterPassword = 'Enter your password'
export const enterName = 'Enter your name'
export const enterFeedback = 'Enter your feedback'
export const chooseRating = `Choose a rating from ${FEEDBACK_RATING_MIN} to ${FEEDBACK_RATING_MAX} stars`
export const enterBusinessName = 'Enter the name of your business'
export const enterContactName = 'Enter the name of the person we should ask for'
export const chooseBusinessType = 'Choose the type of your business'
export const enterMessage = 'Enter your message'
export const choosePaymentMethod = 'Choose Cash / Card on Delivery'
export const postCodeOutsideUk =
  'Jersey, Guernsey and the Isle of Man are outside the United Kingdom, so we cannot deliver there.'
export const postCodeOfForces =
  'We do not deliver to BFPO addresses. Enter an address in England, Scotland, Wales or Northern Ireland.'
export const postCodeNotUk =
  'This cannot be a UK post code, and we deliver nowhere else. One looks like SW1A 1AA.'
export const countryNotUk = 'We deliver within the United Kingdom only'
export const phoneTooShort = `Enter a phone number with at least ${MIN_PHONE_DIGITS} digits, like 07700 900 123`
export const phoneHint = `At least ${MIN_PHONE_DIGITS} digits, for the driver if your door is hard to find`
export const enterProductName = 'Enter the name of the product'
export const enterCategoryName = 'Enter the name of the category'
export const nameWithoutLetters = 'Enter a name with at least one letter from A to Z or one digit'
export const chooseCategory = 'Choose a category'
export const enterPrice = 'Enter a price in pounds, 0 or more, like 4.50'
export const priceIsZero = 'The price is £0.00: everybody gets this product for nothing.'
export const enterStock = 'Enter the stock as a whole number, 0 or more'
export const chooseImage = 'Choose an image'
export const netWeightUnreadable = 'Enter the net weight with its unit, like 100g, 1kg or 500ml'

export const foodInformationMissing =
  'Ingredients or allergy advice are missing. Shoppers are told to ask before they buy.'
export const chooseAllergenStatement = 'Choose contains, may contain, free or not known'
export const organicCodeMissing =
  'This calls the product organic, but names no control body code, like GB-ORG-05. Only certified food may be called organic.'
export const confirmWarningsToSave =
  'Nothing has been saved yet. Put these points right, or tick the box below them; then save again.'
export const saveAnyway = 'Save all the same'
export const tickToSaveAnyway = `Tick ‘${saveAnyway}’ to save it as it is`
export const editConflict =
  'Nothing has been saved yet: this was changed while you had it open. Check it, then save again.'
export const productNotInCatalogue = 'This product does not exist. Its address may have been mistyped.'
export const productArchived =
  'This product is archived. To sell it again, show ‘Archived’ on the list of products and bring it back first.'
export const categoryNotInCatalogue = 'This category does not exist. Its address may have been mistyped.'
export const stockTooHigh = 'Stock cannot go above 1,000,000'
export const stockEditedInForm = 'Changed in the product form'
export const chooseProducts = 'Choose at least one product for this'
export const chooseWhatToDo = 'Choose what to do with the products chosen'
export const removeBadge = 'Remove badge'
export const enterBadge = `Enter the new badge. To take badges away, choose ‘${removeBadge}’.`
export const productsNotLoaded = 'The products could not be read. Try again in a moment.'
export const categoriesNotLoaded = 'The categories could not be read. Try again in a moment.'
export const noProductsYet = 'Add the first product, and it appears here.'
export const noMatchingProducts = 'No product has these words in any of its fields.'
export const noProductsOfKind = 'No product is of this kind.'
export const categoryBeforeProduct = 'A product goes into a category, and there is none yet.'
export const noCategoriesYet = 'Add the first category, then products can be put into it.'
export const categoryEmpty = 'Nothing here yet'
export const categoryEmptyForShoppers = 'Shoppers read that nothing is there yet.'
export const leaveEmptyToKeepPicture = 'Leave it empty to keep the picture it has.'
export const pictureKinds =
  'JPEG, PNG, WebP or AVIF, at most 40 MB; HEIC too, if your browser can read it. It is shown square.'
export const defaultsApply =
  'An empty brand becomes the shop’s own. Without a manufacturer, the product gets the shop’s own with its whole address.'
export const vatRateHint =
  'The price includes it. Your accountant decides which rate a product has. It counts for orders from now on.'
export const chooseVatRate = 'Choose a VAT rate of the list'
export const descriptionHint = 'A blank line begins a paragraph. Lines that begin with - are a list.'
export const skuHint = 'Your own code for it, if you have one. Search and deliveries find it by that.'
export const barcodeHint = 'The digits under the bars, for scanners: 8, 12, 13 or 14 of them.'
export const netWeightHint = 'With its unit, like 100g, 1kg or 500ml. The unit price is made from it.'
export const nutritionHint =
  'Leave empty what is not known: shoppers see only what is given, and a 0 as 0. Energy needs one unit, the other follows. Salt is sodium × 2.5.'
export const allergensHint = 'Write allergens in capitals, like MILK: they are set in bold for shoppers.'
export const allergenStatementsHint =
  'Mark as free only what the maker has confirmed. If the allergy advice is left empty, it is made from these.'
export const stockInFormHint =
  'A changed stock is kept in its history as the difference, so what is sold meanwhile stays sold.'
export const slugNeverChanges = 'The address stays as it is when the name changes.'

export const shopIsEmpty = 'Our shelves are being filled'
export const shopIsEmptyHint =
  'We are just setting up shop, so there is nothing to buy yet. Look in again soon, or ask us about what you are missing.'

export const cartChanged = 'Some things in your cart have changed'
export const cartNotStored =
  'This browser keeps no data for our shop, so your cart lasts until you close this page.'
export const cartNeedsScripts = 'Your cart lives in your browser, so it needs JavaScript.'
/** Shown on a button clicked before hydration; the click is replayed afterwards. */
export const pleaseWait = 'One moment…'
export const checkoutNeedsScripts =
  'Your cart lives in your browser, so checkout needs JavaScript. Switch it on and open this page again.'
export const cartEmptyHint = 'Good things are a few shelves away.'
export const cartNotChecked =
  'Prices and stock could not be checked just now. They are checked again before anything is ordered.'
export const noDeliveryChargeAdded = 'No delivery charge is added.'
export const totalIsFinal = `This is all you pay. ${noDeliveryChargeAdded}`
export const pricesIncludeVat = 'Prices are in pounds sterling and include VAT where it is due.'
export const vatWhereDue = 'VAT, where it is due'
export const included = 'included'
export const statutoryRights = 'This does not affect your statutory rights.'
export const cartReconciledOrderAgain =
  'Nothing was ordered. Your cart is up to date now: look it over, then place the order again.'
export const payOnDelivery = 'Pay by cash or card when your parcel arrives'
export const addressWillFillProfile =
  'It goes into your profile once you order. You can change or empty it there at any time.'
export const addressWillReplaceProfile = 'Once you order, it takes the place of the address in your profile.'
export const addressWillBeSaved = 'Kept in your profile for next time.'
export const redirectingToOrder = 'Your order is placed. Taking you to it...'
export const paymentMethodNotAccepted = 'Only Cash / Card on Delivery can be chosen for now'
export const previousOrderWasPlaced = 'Your last order was placed; what is in your cart now is another one.'
export const cartAlreadyOrdered = 'This cart was ordered already'
export const orderedInAnotherTab = 'It was ordered in another tab, and nothing was ordered twice.'
export const continueWithNewCart = 'Go on with what you have put into your cart since'
export const orderAlreadyPlaced = 'This order was placed already: here it is.'
export const earlierOrderCancelled =
  'The order that you sent before was cancelled, so nothing is on its way. Place it again if you still want it.'

export const noOrdersYetHint = 'What you order appears here, with its way to your door.'
export const cancelledBeforeDelivery = 'This order was cancelled before it was delivered.'
export const nothingIsOwed = 'You have paid nothing, so nothing is owed.'
export const cancelOrderEffect = `We stop packing it and its items go back on the shelf. ${nothingIsOwed} A cancelled order cannot be brought back.`
export const signedOut = 'You are signed out.'
export const orderIsCancelled = 'Your order is cancelled.'
export const orderDeliveredMeanwhile =
  'This order has been delivered in the meantime, so it can no longer be cancelled.'
export const allergyAdviceAtOrderTime =
  'The allergy advice is that of the product page when you ordered. Read the label as well before you eat.'
export const orderChangedByUs = 'Changed by us'
export const ordersNotLoaded = 'We could not load your orders. Try again in a moment.'

export const adminSessionEnded = 'Your session has ended. Sign in to the back-office to go on.'
export const signedOutEntriesKept =
  'You are signed out, so nothing was saved. Sign in to the back-office in another tab, then do this again: your entries are still here.'
export const leaveWithoutSaving = 'Leave without saving?'
export const entriesNotSaved = 'What you typed is not saved.'
export const discardEntries = 'Discard'
export const keepEditing = 'Keep editing'
export const signedInAlready = 'You are signed in already.'
export const emailIsVerified = 'Your email address is verified.'
export const emailVerified = `${emailIsVerified} You can sign in now.`
export const verificationLinkNotValid = 'This link is too old or not complete. Ask for a new one.'
export const verificationSent =
  'If this address has an account that is not verified yet, a new link is on its way.'
export const askForReset =
  'Enter the email address of your account, and we will send you a link to choose a new one.'
export const resetRequested =
  'If this address has an account, a link to choose a new password is on its way. It works for one hour.'
export const resetEmailNotReceived =
  'Nothing there after a few minutes? Look among your junk mail, and check the address.'
export const resetLinkNotValid =
  'This link was used already, is more than an hour old, or is not complete. Ask for a new one.'
export const passwordChosen = 'Your password is saved. Sign in with it to open the back-office.'
export const passwordChanged =
  'Your password is changed, and you are signed out everywhere. Sign in with the new one.'

export const pageNotFound = 'Page not found'
export const secondFactorNeeded =
  'Owners of this shop sign in with a second factor. Set yours up here, then the back-office opens.'
export const mayNotOpenTitle = 'This page is not open to you'
export const mayNotOpen =
  'Your role in the shop does not include this. An owner can change that under People.'
export const backToOwnPage = 'Back to what you can open'
export const somethingWentWrong = 'Sorry, something went wrong on our side. Try again in a moment.'
export const listNotLoaded = 'We could not load this list. Try again in a moment.'
export const serverUnreachable = 'We could not reach the shop. Check your connection, then try again.'
export const pageIncomplete = 'Not everything on this page works at the moment.'
export const pageOpenedByAnotherUser = 'This page was opened for somebody else'
export const formOpenedByAnotherUser =
  'Somebody else has signed in on this browser since then, so nothing was sent, saved or ordered. Open the page again to go on as the one who is signed in now.'
export const serverUnreachableEntriesKept =
  'We could not reach the shop. Check your connection, then try again: your entries are still here.'
export const badRequest = 'We could not understand this request. Go back and try again.'
export const requestTooLarge = 'That was more than we can take at once. Send less, or a smaller file.'

export const noDeliveryCharge =
  'At present our delivery charges are waived: checkout adds nothing, and the total you see there is all you pay.'

export const formSendsNothing = 'This form sends nothing yet: what you write stays in your own browser.'
export const formSentNothing =
  'Nothing has been sent: your words are still in your own browser. If you would like an answer, send them to us as an email.'
export const formNeedsScripts = 'This form needs JavaScript.'
export const scansNotAdded = 'Not added:'
export const hideNotice = 'Hide'
