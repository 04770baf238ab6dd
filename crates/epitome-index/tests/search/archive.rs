//! Archives: what is written is found again, where it should lie.

use epitome_index::archive::npz::{self, Array};
use epitome_index::archive::{Archive, ArchiveWriter};
use epitome_index::{GenerationWriter, IndexError};
use proptest::prelude::*;

use crate::made::State;

fn publish(
    write: impl FnOnce(&mut ArchiveWriter) -> Result<(), IndexError>,
) -> (State, Result<Archive, IndexError>) {
    let state = State::new();
    let all = |generation: &mut GenerationWriter<'_>| {
        let mut archive = ArchiveWriter::new(generation.file("a.npz")?);
        write(&mut archive)?;
        archive.finish()
    };
    state.publish(all).unwrap();
    let archive = Archive::open(state.open().unwrap().map("a.npz").unwrap());
    (state, archive)
}

#[test]
fn arrays_are_found_by_type_and_shape() {
    let (_state, archive) = publish(|archive| {
        npz::add(archive, "numbers", &[2, 3], [[1_i32, 2].as_slice(), &[3, 4, 5, 6]].into_iter())?;
        npz::add(archive, "none", &[0], std::iter::empty::<&[f32]>())?;
        npz::add_text(archive, "text", "größer")?;
        npz::add_text(archive, "no text", "")
    });
    let archive = archive.unwrap();
    let names: Vec<&str> = archive.names().collect();
    assert_eq!(names, ["numbers.npy", "none.npy", "text.npy", "no text.npy"]);
    let numbers = Array::<i32>::find(&archive, "numbers", &[2, 3]).unwrap();
    assert_eq!(numbers.slice(&archive), [1, 2, 3, 4, 5, 6]);
    assert!(Array::<f32>::find_list(&archive, "none").unwrap().slice(&archive).is_empty());
    assert_eq!(npz::text(&archive, "text").unwrap(), "größer");
    assert_eq!(npz::text(&archive, "no text").unwrap(), "");
    for name in ["numbers", "none", "text", "no text"] {
        archive.check(&npz::member(name)).unwrap();
        assert_eq!(archive.member(&npz::member(name)).unwrap().as_ptr() as usize % 64, 0);
    }
    for refused in [
        Array::<i32>::find(&archive, "numbers", &[3, 2]).map(drop),
        Array::<i32>::find_list(&archive, "numbers").map(drop),
        Array::<i32>::find(&archive, "numbers", &[usize::MAX, usize::MAX]).map(drop),
        Array::<f32>::find(&archive, "numbers", &[2, 3]).map(drop),
        Array::<f32>::find(&archive, "absent", &[1]).map(drop),
        npz::text(&archive, "numbers").map(drop),
        archive.check("absent"),
    ] {
        assert!(matches!(refused, Err(IndexError::Damaged { .. })));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_members_are_found_again(
        members in proptest::collection::btree_map("[a-zé/]{0,90}", proptest::collection::vec(
            proptest::collection::vec(any::<u8>(), 0..200), 0..4), 0..6),
    ) {
        let (_state, archive) = publish(|archive| {
            for (name, parts) in &members {
                archive.add(name, parts.iter().map(Vec::as_slice))?;
            }
            Ok(())
        });
        let archive = archive.unwrap();
        for (name, parts) in &members {
            prop_assert_eq!(archive.member(name).unwrap(), parts.concat());
            archive.check(name).unwrap();
        }
        prop_assert_eq!(archive.names().count(), members.len());
    }
}
