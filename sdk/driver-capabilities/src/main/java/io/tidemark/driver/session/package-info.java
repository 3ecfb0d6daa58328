/** A driver as a session that opens and closes: the base class of new drivers. */
package io.tidemark.driver.session;
