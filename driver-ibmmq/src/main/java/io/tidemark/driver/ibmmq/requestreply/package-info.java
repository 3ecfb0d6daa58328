/** Requesters and responders. */
package io.tidemark.driver.ibmmq.requestreply;
