/** Requests and replies by the mechanism of the broker itself. */
package io.tidemark.driver.requests;
