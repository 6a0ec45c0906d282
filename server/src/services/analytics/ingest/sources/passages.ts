import { parseList } from './lookup.ts';

/**
 * Domains of services that people pass through on their way back to a website: payment pages and sign-in pages. A visitor who returns from
 * one did not come because of it, so that it is no source. Each entry includes its subdomains. Domains that also have other pages, such as
 * `stripe.com`, are listed by the hosts of their payment or sign-in pages.
 */
export const PASSAGES = {
  payment: `checkout.stripe.com buy.stripe.com pay.stripe.com billing.stripe.com invoice.stripe.com hooks.stripe.com js.stripe.com
    paypal.com paypalobjects.com braintreegateway.com checkout.paddle.com buy.paddle.com sandbox-checkout.paddle.com lemonsqueezy.com
    checkout.shopify.com pay.shopify.com checkout.square.site connect.squareup.com pay.google.com payments.amazon.com apay-us.amazon.com
    pay.klarna.com payments.klarna.com login.klarna.com checkout.klarna.com mollie.com adyen.com adyenpayments.com worldpay.com
    pay.gocardless.com chargebee.com onfastspring.com secure.2checkout.com checkout.razorpay.com api.razorpay.com secure.payu.com
    secure.przelewy24.pl sips-services.com checkout.com cardinalcommerce.com arcot.com 3dsecure.io`,
  signIn: `accounts.google.com login.microsoftonline.com login.microsoftonline.us login.microsoft.com login.live.com account.live.com
    appleid.apple.com account.apple.com idmsa.apple.com okta.com oktapreview.com okta-emea.com auth0.com onelogin.com pingone.com
    pingidentity.com amazoncognito.com signin.aws.amazon.com b2clogin.com ciamlogin.com accounts.dev authkit.app duosecurity.com
    frontegg.com fusionauth.io stytch.com jumpcloud.com accounts.zoho.com login.yahoo.com login.salesforce.com`,
};

const DOMAINS = new Set(Object.values(PASSAGES).flatMap(parseList));

/** Returns whether a host is one of the passages, or a subdomain of one. */
export function isPassage(host: string): boolean {
  for (let domain = host; domain; domain = domain.slice(domain.indexOf('.') + 1)) {
    if (DOMAINS.has(domain)) return true;
    if (!domain.includes('.')) return false;
  }
  return false;
}
