//! The tests that each backend must pass. A backend says where a store is by a [`Place`], and
//! [`contract!`](crate::contract!) makes a test of each function below.

use std::path::{Path, PathBuf};

use crate::Storage;

pub mod crowd;
pub mod games;
pub mod lobby;
pub mod mail;
pub mod people;
pub mod post;
pub mod press;
pub mod samples;
pub mod table;
pub mod webhooks;
pub mod whole;

/// Where one store is, empty at first.
pub trait Place: Send + Sync {
    /// Opens it: the same store each time, also while it is open already (as another process would).
    fn open(&self) -> Box<dyn Storage>;

    /// A path at which nothing is, for a back-up.
    fn spare_path(&self) -> PathBuf;

    /// Opens a back-up made at such a path.
    fn open_copy(&self, path: &Path) -> Box<dyn Storage>;
}

/// Makes a `#[test]` of each demand of the contract. `$place` is an expression that makes a new [`Place`].
#[macro_export]
macro_rules! contract {
    ($place:expr) => {
        $crate::contract! { @ $place;
            games {
                a_game_is_read_as_it_was_written
                an_id_is_taken_once
                what_is_not_there_is_not_found
                a_change_is_made_whole
                a_change_of_an_older_revision_is_refused_whole
                lines_leave_no_gap
                a_taken_key_refuses_the_whole_change
                a_game_that_cannot_be_made_leaves_nothing
                the_log_comes_in_pages
                a_line_keeps_its_bytes
                ids_come_in_the_order_of_creation
                a_draft_is_kept_and_forgotten
                a_draft_is_added_whole
            }
            lobby {
                only_public_games_are_listed_for_others
                who_held_a_seat_still_finds_the_game
                who_held_a_seat_of_a_private_game_does_not
                who_left_before_the_start_does_not
                games_are_found_by_state_ruleset_and_seat
                pages_neither_repeat_nor_leave_out
                a_player_has_the_seats_of_games_that_are_not_over
            }
            people {
                a_player_is_read_as_written
                an_address_belongs_to_who_proved_it
                tokens_are_found_listed_and_revoked
                a_code_opens_once_and_in_time
                a_code_forgives_only_so_often
                an_answer_is_remembered_once
                an_erased_player_leaves_only_a_seat
                erasing_an_account_does_not_touch_an_address_it_never_proved
                a_banned_player_has_no_way_in_until_the_ban_is_lifted
            }
            post {
                a_letter_is_queued_once
                letters_leave_in_order_and_in_time
                a_letter_keeps_its_first_text
                a_letter_comes_to_one_end
                an_erased_player_gets_no_letter
                timers_come_due_in_order
                a_changed_game_has_only_its_new_timers
            }
            mail {
                letters_that_are_carried_share_one_end
                a_carrier_that_is_dropped_sets_free_what_it_carried
                what_no_longer_waits_cannot_be_carried
                an_erased_player_gets_nothing_that_is_carried
                too_early_is_no_try
                when_a_player_was_last_written_to
                mails_sent_and_received_are_one_list
                the_list_is_bounded_and_old_mail_is_forgotten
                ends_are_counted_by_kind
                an_address_may_refuse_invitations
            }
            press {
                a_message_is_read_by_whom_it_is_for
                messages_come_in_pages
                a_message_is_written_whole_or_not_at_all
                press_stays_with_a_seat_that_is_handed_over
                before_the_start_press_goes_with_who_leaves
                an_erased_player_leaves_no_text
                an_erased_message_stops_the_letter_it_is_carried_in
            }
            webhooks {
                a_webhook_is_read_as_written_by_its_owner_alone
                nobody_has_more_webhooks_than_he_may
                a_letter_goes_to_the_webhooks_that_want_it_with_its_cause
                each_webhook_has_one_turn_at_a_time
                a_delivery_comes_to_one_end
                failures_are_counted_until_something_arrives
                ended_deliveries_are_listed_and_forgotten
                who_is_erased_has_no_webhooks
            }
            table {
                an_absence_is_applied_and_ended_once
                who_is_erased_has_no_absences
                a_rematch_is_answered_on_what_it_is
                a_rematch_is_made_with_its_game_or_not_at_all
            }
            crowd {
                fifty_games_are_played_at_once
                one_game_is_changed_by_fifty_at_once
                a_request_made_by_many_happens_once
                a_code_tried_by_many_opens_once
                a_refusal_harms_no_neighbour
                every_change_leaves_its_letter
                two_processes_write_one_store
            }
            whole {
                what_was_written_is_there_after_a_restart
                only_another_process_changes_the_data_version
                values_of_the_store_are_kept
                a_copy_has_all_and_replaces_nothing
                a_closed_store_fails_and_does_not_hang
            }
        }
    };
    (@ $place:expr; $($part:ident { $($test:ident)+ })+) => {
        $(mod $part {
            #[allow(unused_imports)]
            use super::*;

            $(#[test]
            fn $test() {
                $crate::contract::$part::$test(&$place);
            })+
        })+
    };
}
