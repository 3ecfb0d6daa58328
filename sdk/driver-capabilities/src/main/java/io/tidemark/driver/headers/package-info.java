/** Headers and priorities of messages, and where the stamp of a message can lie. */
package io.tidemark.driver.headers;
