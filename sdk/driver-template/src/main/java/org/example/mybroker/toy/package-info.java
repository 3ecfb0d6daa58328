/**
 * REPLACE: a client for the toy broker of the tests. Delete this package and use the client library
 * of your broker.
 */
package org.example.mybroker.toy;
