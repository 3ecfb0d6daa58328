/** Topics and subscriptions that exist, are created, listed, tapped and removed; offsets. */
package io.tidemark.driver.topics;
