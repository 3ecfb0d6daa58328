/** The protocol on the wire: routes, arguments, headers, and values as bytes. Both ends use it. */
package io.tidemark.http.protocol;
