/**
 * The topics in memory for several processes of one machine: the first of them hosts the in-memory
 * driver behind a port of loopback, all reach it over TCP. Each client has a connection of its own,
 * so that one that is slow holds up nobody else.
 *
 * <p>On a connection the client speaks first: {@link
 * io.tidemark.driver.inmemory.shared.Connection#GREETING}, a {@link
 * io.tidemark.driver.inmemory.shared.Connection.Kind}, and what that kind needs. The host answers
 * with its greeting. Texts are as in {@link java.io.DataOutput#writeUTF}; an empty status means
 * success, any other is the reason of the failure.
 */
package io.tidemark.driver.inmemory.shared;
